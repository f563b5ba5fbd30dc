/** 125000 → '1,25,000', the Indian way. Without `Intl`, the first object of which takes a browser longer than hydrating a page. */
export const groupDigits = (integer: number | string): string =>
  String(integer).replace(/\B(?=(?:\d\d){1,12}\d$)/g, ',')
