import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  SpecificationTemplate,
  TemplateBody,
  TemplateQuery,
  TemplateReset,
  TemplateSummary,
} from '#contracts/catalogue/specification-template.ts'
import { Kind } from '#contracts/item/item.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import type { ListingDeps } from '../listing/deps.ts'
import { changeTemplate, getTemplate, listTemplates, resetTemplate } from './commands.ts'

/** Registers the templates of specifications: of each category, those that its items have. */
export function templateRoutes(app: FastifyInstance, deps: ListingDeps): void {
  const { db, guard, lists } = deps
  const route = createRouter(app, { guard, tag: 'items' })

  route(
    'GET /api/specification-templates',
    {
      permission: 'catalogue.read',
      summary: 'The categories of a kind, and whether staff have edited their templates',
      query: z.object({ kind: Kind }),
      reply: z.array(TemplateSummary),
    },
    async ({ query }) => listTemplates(await lists.getDb(), query.kind),
  )

  route(
    'GET /api/specification-template',
    {
      permission: 'catalogue.read',
      summary: 'The specifications that items of a category have, in order and with units',
      query: TemplateQuery,
      reply: SpecificationTemplate,
    },
    async ({ query }) => getTemplate(await lists.getDb(), query),
  )

  route(
    'PUT /api/specification-template',
    {
      permission: 'catalogue.edit',
      summary: 'Edit the template of a category. New items of the category start with its rows',
      body: TemplateBody,
      reply: SpecificationTemplate,
    },
    async ({ actor, body }) => {
      await changeTemplate(deps, actor, body)
      return getTemplate(db, body)
    },
  )

  route(
    'DELETE /api/specification-template',
    {
      permission: 'catalogue.edit',
      summary: 'Learn the template of a category from its items again',
      query: TemplateReset,
      reply: SpecificationTemplate,
    },
    async ({ actor, query }) => {
      await resetTemplate(deps, actor, query)
      return getTemplate(db, query)
    },
  )
}
