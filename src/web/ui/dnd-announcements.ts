/** For drags whose places are told in our own words: the library would read out ids. */
export const NO_ANNOUNCEMENTS = {
  onDragStart: noAnnouncement,
  onDragOver: noAnnouncement,
  onDragEnd: noAnnouncement,
  onDragCancel: noAnnouncement,
}
function noAnnouncement(): undefined {}
