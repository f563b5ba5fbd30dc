import { describe, expect, test } from 'vitest'
import { type SentVisitEvent, VisitEvent } from '#contracts/visitors/visit-event.ts'
import { toArrival, toFigures } from './figures.ts'

const write = (event: SentVisitEvent) =>
  toFigures(VisitEvent.parse(event)).map(({ kind, name }) => `${kind} ${name}`)

describe('What a visitor does is counted', () => {
  test.each([
    ['/', ['visit ', 'page /']],
    ['/product/cl-25-capstan-lathe', ['visit ', 'page /product/cl-25-capstan-lathe', 'step item']],
    ['/product/cl-25?preview=x', ['visit ', 'page /product/cl-25', 'step item']],
    ['/articles/turning-pump-shafts', ['visit ', 'page /articles/turning-pump-shafts']],
    ['/ta/product/cl-25', ['visit ', 'page /product/cl-25', 'step item']],
    ['/terms-of-sale', ['visit ', 'page /terms-of-sale']],
    ['/<script>', ['visit ', 'page Other']],
    ['/product/a/b/c', ['visit ', 'page Other']],
    [`/${'x'.repeat(101)}`, ['visit ', 'page Other']],
    [
      '/products?tab=spares&search=%20Bush%20%20COLLET&category=Collets&priceTo=5000&specifications=bar-capacity.mm:42..',
      [
        ...['visit ', 'page /products', 'search bush collet', 'filter Category', 'filter Price to'],
        'filter Bar capacity',
      ],
    ],
    ['/products?search=%2B91%2098400%2012345&category=', ['visit ', 'page /products']],
    ['/products?search=meera%40valves.example', ['visit ', 'page /products']],
    ['/finder?search=bush', ['visit ', 'page /finder']],
  ])('The page %s', (url, figures) => {
    expect(write({ event: 'page', url })).toEqual(figures)
  })

  test.each([
    ['tel:+914222345678', ['contact Call']],
    ['mailto:sales@works.example', ['contact Email']],
    ['https://wa.me/914222345678?text=Please', ['contact WhatsApp']],
    ['/product/cl-25.pdf', ['document /product/cl-25.pdf']],
    ['/compare.pdf?ids=a,b', ['document Comparison']],
    ['/documents/d1/CL%2025%20manual.pdf', ['document /documents/d1/CL%2025%20manual.pdf']],
    ['/documents/d1/%2F%2Fevil.example', ['document /documents/d1/%2F%2Fevil.example']],
    ['mailto:?subject=CL%2025', []],
    ['https://wa.me/?text=CL%2025', []],
    ['https://works.example/product/cl-25.pdf', ['document /product/cl-25.pdf']],
    ['https://elsewhere.example/a.pdf', []],
    ['//', []],
    ['javascript:alert(1)', []],
  ])('The link %s', (to, figures) => {
    expect(write({ event: 'link', url: '/', to })).toEqual(figures)
  })

  test('Filters that change, items that are listed, and times by their upper bound', () => {
    expect(write({ event: 'change', url: '/products?fits=cl-25' })).toEqual(['filter Fits a machine'])
    const from = '/products?search=collet&category=Collets'
    expect(write({ event: 'change', url: `${from}&priceTo=5000`, from })).toEqual(['filter Price to'])
    expect(write({ event: 'list', url: '/', item: 'abc' })).toEqual(['step list', 'listed abc'])
    expect(write({ event: 'speed', url: '/product/cl-25', lcp: 2001, inp: 30 })).toEqual([
      ...['lcp /product/… 2500', 'inp /product/… 50'],
    ])
    expect(write({ event: 'speed', url: '/about-us', lcp: 90_000 })).toEqual(['lcp /… 0'])
    expect(write({ event: 'speed', url: '/a/b/c', inp: 600_000 })).toEqual(['inp Other 0'])
  })
})

describe('An arrival is counted with source, country and device', () => {
  const arrive = (url: string, referrer: string, browser = {}) =>
    toArrival({ event: 'page', url, referrer }, { host: 'works.example', ...browser }).map(({ name }) => name)

  test.each([
    ['/', '', 'Direct'],
    ['/', 'https://www.google.com/search?q=capstan', 'google.com'],
    ['/', 'https://works.example/products', undefined],
    ['/', 'no address', 'Direct'],
    ['/', 'https://x_y.example/', 'Other'],
    ['/?utm_source=919840012345', '', 'Direct'],
    ['/?utm_source=IMTEX', 'https://www.google.com/', 'imtex'],
    ['/?utm_source=%3Cscript%3E', 'https://bing.com/', 'bing.com'],
  ])('From %s with the referrer %s: %s', (url, referrer, source) => {
    expect(arrive(url, referrer)[0]).toBe(source)
  })

  test.each([
    ['en-IN,en;q=0.9', 'IN'],
    ['ta', 'Unknown'],
    [undefined, 'Unknown'],
    ['en-IN<script>', 'IN'],
    ['<b>', 'Unknown'],
  ])('The language %s is of the country %s', (language, country) => {
    expect(arrive('/', '', { language })[1]).toBe(country)
  })

  test.each([
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Phone'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148', 'Phone'],
    ['Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Tablet'],
    ['Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) Mobile/15E148', 'Tablet'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0', 'Computer'],
    [undefined, 'Computer'],
  ])('The browser %s is on a %s', (userAgent, device) => {
    expect(arrive('/', '', { userAgent })[2]).toBe(device)
  })
})
