import { z } from 'zod'
import { Kind } from '#contracts/item.ts'
import {
  SpecificationTemplate,
  TemplateBody,
  TemplateQuery,
  TemplateReset,
  TemplateSummary,
} from '#contracts/specification-template.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import type { ListingDeps } from '../items/deps.ts'
import { changeTemplate, getTemplate, listTemplates, resetTemplate } from './commands.ts'

/** Registers the templates of specifications: of each category, those that its items have. */
export function templateRoutes(app: Api, deps: ListingDeps): void {
  const tags = ['items']
  const path = '/api/specification-template'
  const canRead = deps.guard.requires('catalogue.read')
  const canEdit = deps.guard.requires('catalogue.edit')
  const response = { 200: SpecificationTemplate }

  const listSummary = 'The categories of a kind, and whether staff have edited their templates'
  app.get(
    '/api/specification-templates',
    {
      onRequest: canRead,
      schema: {
        tags,
        summary: listSummary,
        querystring: z.object({ kind: Kind }),
        response: { 200: z.array(TemplateSummary) },
      },
    },
    async ({ query }) => listTemplates(await deps.lists.getDb(), query.kind),
  )

  const summary = 'The specifications that items of a category have, in order and with units'
  app.get(
    path,
    { onRequest: canRead, schema: { tags, summary, querystring: TemplateQuery, response } },
    async ({ query }) => getTemplate(await deps.lists.getDb(), query),
  )

  const changeSummary = 'Edit the template of a category. New items of the category start with its rows'
  app.put(
    path,
    { onRequest: canEdit, schema: { tags, summary: changeSummary, body: TemplateBody, response } },
    async (request) => {
      await changeTemplate(deps, getActor(request), request.body)
      return getTemplate(deps.db, request.body)
    },
  )

  const resetSummary = 'Learn the template of a category from its items again'
  app.delete(
    path,
    { onRequest: canEdit, schema: { tags, summary: resetSummary, querystring: TemplateReset, response } },
    async (request) => {
      await resetTemplate(deps, getActor(request), request.query)
      return getTemplate(deps.db, request.query)
    },
  )
}
