"""Builds the font files of PDFs: Typst reads neither woff2 nor variable fonts.

The two families of the site come from the site's own files, one file for each weight that
the templates use. The Noto fonts serve characters that these lack: other Latin letters, Greek,
Cyrillic, Tamil and Devanagari; DejaVu serves signs such as ≤ and ⌀.

usage: python3 build-fonts.py NODE_MODULES DEJAVU OUT      needs: fonttools, brotli
DEJAVU is DejaVuSans.ttf; NODE_MODULES contains @expo-google-fonts/noto-sans, -tamil and -devanagari
"""
import os
import sys
from fontTools.ttLib import TTFont
from fontTools.subset import Options, Subsetter
from fontTools.varLib.instancer import instantiateVariableFont

SOURCE, DEJAVU, OUT = sys.argv[1:]
SITE_FONTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../../web/fonts')
WEIGHT_NAMES = {400: 'Regular', 500: 'Medium', 600: 'SemiBold'}
SITE = {('public-sans', 'Public Sans'): (400, 600), ('sofia-sans-condensed', 'Sofia Sans Condensed'): (500, 600)}
OTHER_LATIN_GREEK_CYRILLIC = [*range(0x20, 0x530), *range(0x1E00, 0x2000)]
SIGNS = [*range(0x2000, 0x2C00)]
NOTO = {'noto-sans': ('NotoSans', OTHER_LATIN_GREEK_CYRILLIC + SIGNS), 'noto-sans-tamil': ('NotoSansTamil', None),
        'noto-sans-devanagari': ('NotoSansDevanagari', None)}
# Arrows, mathematical and technical signs, shapes and dingbats.
DEJAVU_SIGNS = [*range(0x2190, 0x2400), *range(0x25A0, 0x27C0)]


def rename(font, family, weight):
    """Typst finds a font by family and weight."""
    style = WEIGHT_NAMES[weight]
    names = {1: family, 2: 'Regular', 4: f'{family} {style}', 6: f'{family} {style}'.replace(' ', '-'),
             16: family, 17: style}
    for name in list(font['name'].names):
        if name.nameID in (3, 21, 22, 25) or name.nameID in names:
            font['name'].removeNames(name.nameID)
    for name_id, text in names.items():
        font['name'].setName(text, name_id, 3, 1, 0x409)
    font['OS/2'].usWeightClass = weight


def cut(font, unicodes):
    options = Options()
    options.hinting = False
    options.layout_features = ['*'] if unicodes is None else ['kern', 'mark', 'mkmk', 'ccmp', 'tnum', 'locl']
    options.notdef_outline = True
    cutter = Subsetter(options)
    cutter.populate(unicodes=sorted(font.getBestCmap()) if unicodes is None else unicodes)
    cutter.subset(font)


def save(font, name):
    # Without it every run would write the time of day into the file.
    font['head'].modified = font['head'].created
    font.recalcTimestamp = False
    font.save(os.path.join(OUT, name))


for (file, family), weights in SITE.items():
    for weight in weights:
        font = instantiateVariableFont(TTFont(f'{SITE_FONTS}/{file}-latin.woff2'), {'wght': weight})
        font.flavor = None
        rename(font, family, weight)
        save(font, f'{file}-{weight}.ttf')

for package, (name, unicodes) in NOTO.items():
    font = TTFont(f'{SOURCE}/@expo-google-fonts/{package}/400Regular/{name}_400Regular.ttf')
    cut(font, unicodes)
    save(font, f'{package}-400.ttf')

font = TTFont(DEJAVU)
cut(font, DEJAVU_SIGNS)
# A name of its own: a system can have the whole font, which may differ.
rename(font, 'Capstan Signs', 400)
save(font, 'dejavu-signs-400.ttf')
