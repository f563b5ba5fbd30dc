import { msg } from '#messages/messages.ts'

/** The services to choose from in the contact form, in its order (row CON-2). */
export const SERVICE_OPTIONS = [
  { value: 'capstan-lathe', label: msg('Capstan Lathe Machines') },
  { value: 'installation', label: msg('Installation Services') },
  { value: 'maintenance', label: msg('Maintenance & Support') },
  { value: 'custom-machining', label: msg('Custom Machining') },
  { value: 'general', label: msg('General Inquiry') },
] as const

/** Returns the label of a choice, or undefined for '' and unknown values. */
export const getServiceLabel = (service: string | undefined): string | undefined =>
  SERVICE_OPTIONS.find(({ value }) => value === service)?.label

/** The address to which browsers without JavaScript send the contact form. */
export const CONTACT_FORM_ACTION = '/api/enquiries/form'
