import { msg } from '#messages/messages.ts'

/** The limits of sections 5 and 9 of the specification, and further ones of the server. Forms use the same values. */
export const LIMITS = {
  /** Maximum number of pictures of an item. */
  images: 6,
  /** Minimum number of complete specifications of a machine or spare part, and of rows in the form. */
  minSpecifications: 2,
  /** Number of empty specification rows in a new form. */
  initialSpecificationRows: 4,
  nameLength: 200,
  descriptionLength: 20_000,
  categoryLength: 100,
  brandLength: 100,
  specifications: 100,
  specificationKeyLength: 100,
  specificationValueLength: 500,
  specificationUnitLength: 20,
  features: 50,
  featureLength: 300,
  /** Rupees. Prices up to this amount in paise are safe integers of JavaScript. */
  price: 10_000_000_000,
  listLimit: 1000,
  suggestions: 6,
  /** Lists of enquiries contain at most this number of characters of a message. */
  messagePreviewLength: 300,
  captionLength: 200,
  urlLength: 2000,
  /** The proxies in deploy/ allow a request of six pictures of this size. */
  pictureBytes: 15_000_000,
  picturePixels: 50_000_000,
} as const

/** The largest picture as staff read it. */
export const MAX_PICTURE_SIZE = `${LIMITS.pictureBytes / 1_000_000} MB`

/** Messages whose wording section 5 of the specification prescribes. */
export const MESSAGES = {
  twoSpecifications: msg('Please provide at least 2 complete specifications (key and value).'),
  sixImages: msg('You can only upload up to 6 images total.'),
  sixServiceImages: msg('You can upload a maximum of 6 images.'),
  fillAllFields: msg('Please fill in all fields'),
  nameRequired: msg('Enter a name.'),
  descriptionRequired: msg('Enter a description.'),
  productNotFound: msg('Product not found'),
} as const
