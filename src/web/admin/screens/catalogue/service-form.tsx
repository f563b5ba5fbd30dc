import { ServiceForm } from '../../features/items/form/service-form.tsx'

export default ServiceForm
