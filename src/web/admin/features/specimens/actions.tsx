import { ArrowRight, GripVertical, Menu, Trash2 } from 'lucide-react'
import { BUTTON_SIZES, BUTTON_VARIANTS, Button, type ButtonVariant, IconButton } from '../../../ui/button.tsx'
import { Plate } from '../../../ui/plate.tsx'
import { Table, TableCell, TableRow } from '../../../ui/table.tsx'
import { Row, Specimen } from './specimen.tsx'

const WORDS: Record<ButtonVariant, string> = {
  default: 'Request Quote',
  destructive: 'Delete for good',
  outline: 'View Details',
  secondary: 'Clear Search',
  ghost: 'Cancel',
  link: 'Show all',
}

/** Every variant of row CLI-6 in every size, and out of reach. */
export function Buttons() {
  return (
    <Specimen title="Buttons" note="Amber once in a view. A focused one has a ring of 2 px, 2 px away.">
      <Plate>
        <Table columns={['Variant', ...BUTTON_SIZES, 'disabled']} className="min-w-max">
          {BUTTON_VARIANTS.map((variant) => (
            <ButtonRow key={variant} variant={variant} />
          ))}
        </Table>
      </Plate>
      <Row className="on-dark rounded-lg bg-marine-deep p-5">
        <Button variant="outline">View Details</Button>
        <Button variant="ghost">Cancel</Button>
        <Button variant="outline" disabled>
          View Details
        </Button>
        <Button variant="ghost" disabled>
          Cancel
        </Button>
      </Row>
    </Specimen>
  )
}

function ButtonRow({ variant }: { variant: ButtonVariant }) {
  const Sign = variant === 'destructive' ? Trash2 : ArrowRight
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap text-muted">{variant}</TableCell>
      {BUTTON_SIZES.map((size) => (
        <TableCell key={size}>
          {size === 'icon' ? (
            <IconButton label={WORDS[variant]} variant={variant}>
              <Sign aria-hidden="true" size={20} />
            </IconButton>
          ) : (
            <Button variant={variant} size={size}>
              {WORDS[variant]}
            </Button>
          )}
        </TableCell>
      ))}
      <TableCell>
        <Button variant={variant} disabled>
          {WORDS[variant]}
        </Button>
      </TableCell>
    </TableRow>
  )
}

/** Row CLI-5: names of signs, and words that say more than the name. */
export function Tooltips() {
  return (
    <Specimen
      title="Tooltip"
      note="Opens after 700 ms, at once for the keyboard and for those who come from another one."
    >
      <Row className="justify-between">
        <IconButton label="Drag to change the order" variant="outline">
          <GripVertical aria-hidden="true" size={20} />
        </IconButton>
        <Button variant="outline" data-tooltip="Archived machines stay out of sight and can be restored.">
          Archive
        </Button>
        <IconButton label="Open menu" variant="outline">
          <Menu aria-hidden="true" size={20} />
        </IconButton>
      </Row>
    </Specimen>
  )
}
