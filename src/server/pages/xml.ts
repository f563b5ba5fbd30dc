export const XML_HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Escapes a text for the content or an attribute of an element. */
export const escapeXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
