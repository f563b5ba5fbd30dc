export const XML_HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Escapes a text for the content or an attribute of an element, without the characters that XML 1.0 cannot contain. */
export const escapeXml = (text: string) =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
