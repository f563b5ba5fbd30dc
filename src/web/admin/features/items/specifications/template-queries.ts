import type { SpecificationTemplate, TemplateSummary } from '#contracts/catalogue/specification-template.ts'
import type { Kind } from '#contracts/item/kind.ts'
import { jsonQuery } from '#web/admin/session/requests.ts'

/** The path of the API of one template. */
export const TEMPLATE_PATH = '/api/specification-template'

/** The categories of a kind with the origin of their templates. */
export const templatesQuery = (kind: Kind) =>
  jsonQuery<TemplateSummary[]>(`/api/specification-templates?kind=${kind}`)

/** The template of a category. It is not cached: a form must start from the current revision. */
export const editedTemplateQuery = (kind: Kind, category: string) => ({
  ...jsonQuery<SpecificationTemplate>(`${TEMPLATE_PATH}?${new URLSearchParams({ kind, category })}`),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
