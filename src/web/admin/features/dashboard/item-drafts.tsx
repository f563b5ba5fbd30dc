import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDateTime } from '#contracts/format.ts'
import type { Kind } from '#contracts/item/item.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import { ADMIN_PATHS, toEditPath } from '#web/lib/navigation/admin-paths.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import {
  CONTINUED_DRAFT_STATE,
  deleteItemDraft,
  type ItemDraft,
  listItemDrafts,
  restoreItemDraft,
} from '../../editing/item-drafts.ts'
import { can, useCurrentUser } from '../../session/session.ts'
import { ListPanelRow } from './list-panel.tsx'

const QUERY_KEY = ['item-drafts']
const ADD_PATHS: Record<Kind, string> = {
  machine: ADMIN_PATHS.addMachine,
  spare: ADMIN_PATHS.addSparePart,
  service: ADMIN_PATHS.addService,
}

/** The drafts of item forms on this device; none without the permission to edit items. */
export function useItemDrafts(): ItemDraft[] {
  const enabled = can(useCurrentUser(), 'catalogue.edit')
  const { data = [] } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: listItemDrafts,
    enabled,
    networkMode: 'always',
    gcTime: 0,
  })
  return data
}

/** A draft with a link that opens its form, and a button that deletes it. */
export function ItemDraftRow({ draft }: { draft: ItemDraft }) {
  const client = useQueryClient()
  const { kind, id, name, at } = draft
  const kindLabel = KIND_LABELS[kind].label.toLowerCase()
  const text = name ? `${name} (${kindLabel})` : `${id ? '' : 'new '}${kindLabel} without a name`
  const refresh = () => client.invalidateQueries({ queryKey: QUERY_KEY })
  const discard = async () => {
    await deleteItemDraft(draft)
    await refresh()
    focusHeading()
    showToast({
      title: 'Draft discarded',
      description: text,
      action: { label: 'Undo', run: () => void restoreItemDraft(draft).then(refresh) },
    })
  }
  return (
    <ListPanelRow
      value={
        <>
          <Link
            to={id ? toEditPath(kind, id) : ADD_PATHS[kind]}
            state={CONTINUED_DRAFT_STATE}
            aria-label={`Continue: ${text}`}
            className={buttonClass('link', 'sm', '-my-1 px-1 print:hidden')}
          >
            Continue
          </Link>
          <Button
            variant="link"
            size="sm"
            aria-label={`Discard: ${text}`}
            className="-my-1 px-1 print:hidden"
            onClick={() => void discard()}
          >
            Discard
          </Button>
        </>
      }
    >
      {`Unsaved draft: ${text}`} <span className="text-muted text-sm">{formatDateTime(at)}</span>
    </ListPanelRow>
  )
}
