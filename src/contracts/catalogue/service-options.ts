/** The services to choose from in the contact form, in its order (row CON-2). */
export const SERVICE_OPTIONS = [
  { value: 'capstan-lathe', label: 'Capstan Lathe Machines' },
  { value: 'installation', label: 'Installation Services' },
  { value: 'maintenance', label: 'Maintenance & Support' },
  { value: 'custom-machining', label: 'Custom Machining' },
  { value: 'general', label: 'General Inquiry' },
] as const

/** Returns the label of a choice, or undefined for '' and unknown values. */
export const getServiceLabel = (service: string | undefined): string | undefined =>
  SERVICE_OPTIONS.find(({ value }) => value === service)?.label

/** The address to which browsers without JavaScript send the contact form. */
export const CONTACT_FORM_ACTION = '/api/enquiries/form'
