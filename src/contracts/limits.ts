/** The limits of the specification's sections 5 and 9, and the bounds the server adds. Used by server and forms alike. */
export const LIMITS = {
  /** Pictures of one machine, part or service. */
  images: 6,
  /** Complete specifications a machine or part needs, and the rows that cannot be removed. */
  minSpecifications: 2,
  /** Empty specification rows a new form starts with. */
  initialSpecificationRows: 4,
  nameLength: 200,
  descriptionLength: 20_000,
  categoryLength: 100,
  brandLength: 100,
  specifications: 100,
  specificationKeyLength: 100,
  specificationValueLength: 500,
  features: 50,
  featureLength: 300,
  /** Rupees; keeps paise inside JavaScript's exact integers. */
  price: 10_000_000_000,
  listLimit: 1000,
  urlLength: 2000,
  pictureBytes: 15_000_000,
  picturePixels: 50_000_000,
} as const

/** The specification's own sentences, to the letter (section 5). */
export const MESSAGES = {
  twoSpecifications: 'Please provide at least 2 complete specifications (key and value).',
  sixImages: 'You can only upload up to 6 images total.',
  sixServiceImages: 'You can upload a maximum of 6 images.',
  fillAllFields: 'Please fill in all fields',
  nameRequired: 'Please enter a name.',
  descriptionRequired: 'Please enter a description.',
  productNotFound: 'Product not found',
} as const
