import { ArrowRight, GripVertical, Menu, Trash2 } from 'lucide-react'
import { BUTTON_SIZES, BUTTON_VARIANTS, Button, type ButtonVariant, IconButton } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { Example, ExampleRow } from './example.tsx'

const BUTTON_LABELS: Record<ButtonVariant, string> = {
  default: 'Request Quote',
  destructive: 'Delete permanently',
  outline: 'View Details',
  secondary: 'Clear Search',
  ghost: 'Cancel',
  link: 'Show all',
}

/** Every variant of [CLI-6] in every size, and disabled. */
export function Buttons() {
  return (
    <Example
      title="Buttons"
      note="At most one amber button per view. The focus ring is 2 px wide at a distance of 2 px."
    >
      <Panel>
        <Table columns={['Variant', ...BUTTON_SIZES, 'disabled']} className="min-w-max">
          {BUTTON_VARIANTS.map((variant) => (
            <ButtonRow key={variant} variant={variant} />
          ))}
        </Table>
      </Panel>
      <ExampleRow className="on-dark rounded-lg bg-marine-deep p-5">
        <Button variant="outline">View Details</Button>
        <Button variant="ghost">Cancel</Button>
        <Button variant="outline" disabled>
          View Details
        </Button>
        <Button variant="ghost" disabled>
          Cancel
        </Button>
      </ExampleRow>
    </Example>
  )
}

function ButtonRow({ variant }: { variant: ButtonVariant }) {
  const Icon = variant === 'destructive' ? Trash2 : ArrowRight
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap text-muted">{variant}</TableCell>
      {BUTTON_SIZES.map((size) => (
        <TableCell key={size}>
          {size === 'icon' ? (
            <IconButton label={BUTTON_LABELS[variant]} variant={variant}>
              <Icon aria-hidden="true" size={20} />
            </IconButton>
          ) : (
            <Button variant={variant} size={size}>
              {BUTTON_LABELS[variant]}
            </Button>
          )}
        </TableCell>
      ))}
      <TableCell>
        <Button variant={variant} disabled>
          {BUTTON_LABELS[variant]}
        </Button>
      </TableCell>
    </TableRow>
  )
}

/** [CLI-5]: tooltips that name an icon or explain a button. */
export function Tooltips() {
  return (
    <Example
      title="Tooltip"
      note="Opens after 700 ms; immediately on keyboard focus and when the pointer comes from another tooltip."
    >
      <ExampleRow className="justify-between">
        <IconButton label="Drag to change the order" variant="outline">
          <GripVertical aria-hidden="true" size={20} />
        </IconButton>
        <Button variant="outline" data-tooltip="Archived machines are hidden and can be restored.">
          Archive
        </Button>
        <IconButton label="Open menu" variant="outline">
          <Menu aria-hidden="true" size={20} />
        </IconButton>
      </ExampleRow>
    </Example>
  )
}
