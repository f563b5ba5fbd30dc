import { ServiceForm } from '../features/items/service-form.tsx'

export default ServiceForm
