import type { PageProps } from '../page-props.ts'
import { PublicationView } from './publication.tsx'

/** An article that staff have written. */
export default function ArticlePage({ params: { id = '' } }: PageProps) {
  return <PublicationView type="article" slug={id} />
}
