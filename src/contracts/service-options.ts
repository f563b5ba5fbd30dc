/** The choices of the contact form, in its order (row CON-2). */
export const SERVICE_OPTIONS = [
  { value: 'capstan-lathe', label: 'Capstan Lathe Machines' },
  { value: 'installation', label: 'Installation Services' },
  { value: 'maintenance', label: 'Maintenance & Support' },
  { value: 'custom-machining', label: 'Custom Machining' },
  { value: 'general', label: 'General Inquiry' },
] as const

/** Where the contact form goes in a browser without JavaScript. */
export const CONTACT_FORM_ACTION = '/api/enquiries/form'
