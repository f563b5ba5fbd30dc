import type { FastifyInstance } from 'fastify'
import type { Events } from '#server/kernel/events.ts'
export interface WebBuild { x: 1 }
export async function pageRoutes(_a: FastifyInstance, _p: { web: WebBuild; events: Events; publicUrl: string | undefined }) {}
