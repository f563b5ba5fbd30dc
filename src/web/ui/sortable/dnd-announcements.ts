/** Turns off the announcements of dnd-kit, which contain ids; `Sortable` announces moves itself. */
export const NO_ANNOUNCEMENTS = {
  onDragStart: noAnnouncement,
  onDragOver: noAnnouncement,
  onDragEnd: noAnnouncement,
  onDragCancel: noAnnouncement,
}
function noAnnouncement(): undefined {}
