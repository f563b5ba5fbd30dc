"""Writes the two documents of the CL 25: a specification sheet (PDF) and a foundation plan (DXF)."""

import json
from pathlib import Path

FOLDER = Path(__file__).parent
COMPANY = 'Kovai Machine Tools'
MARINE, GREY, BLACK = '0.02 0.13 0.26', '0.35 0.4 0.45', '0 0 0'


def encode(text: str) -> str:
    plain = text.replace('\u2013', '-').replace('\u00b5', 'u')
    return plain.encode('cp1252', 'replace').decode('latin1').replace('\\', '\\\\').replace('(', '\\(').replace(')', '\\)')


def write_sheet(machine: dict, path: Path) -> None:
    commands = []

    def text(x: float, y: float, size: float, value: str, font: str = 'F1', colour: str = BLACK) -> None:
        commands.append(f'BT {colour} rg /{font} {size} Tf {x} {y} Td ({encode(value)}) Tj ET')

    def rule(y: float, width: float, colour: str) -> None:
        commands.append(f'{colour} RG {width} w 56 {y} m 539 {y} l S')

    text(56, 780, 11, COMPANY, 'F2', MARINE)
    text(56, 744, 24, machine['name'], 'F2', MARINE)
    rule(732, 1.2, MARINE)
    words, line, y = machine['description'].split(), '', 710
    for word in [*words, None]:
        if word is None or len(f'{line} {word}') > 92:
            text(56, y, 10.5, line.strip())
            line, y = '', y - 15
        line += f' {word}'
    y -= 16
    text(56, y, 13, 'Technical specifications', 'F2', MARINE)
    y -= 10
    for name, value in machine['specifications']:
        rule(y, 0.4, GREY)
        text(56, y - 16, 10.5, name, colour=GREY)
        text(300, y - 16, 10.5, value, 'F2')
        y -= 23
    rule(y, 0.4, GREY)
    text(56, 56, 8.5, 'Subject to technical changes. All dimensions in mm.', colour=GREY)
    content = '\n'.join(commands).encode('latin1')
    font = b'<</Type/Font/Subtype/Type1/BaseFont/Helvetica%s/Encoding/WinAnsiEncoding>>'
    title = encode(f"{machine['name']}, specification sheet").encode('latin1')
    objects = [
        b'<</Type/Catalog/Pages 2 0 R/Lang(en)>>',
        b'<</Type/Pages/Kids[3 0 R]/Count 1>>',
        b'<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>',
        b'<</Length %d>>stream\n%s\nendstream' % (len(content), content),
        font % b'',
        font % b'-Bold',
        b'<</Title(%s)/Author(%s)>>' % (title, COMPANY.encode()),
    ]
    output, offsets = b'%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', []
    for number, body in enumerate(objects, 1):
        offsets.append(len(output))
        output += b'%d 0 obj\n%s\nendobj\n' % (number, body)
    start = len(output)
    output += b'xref\n0 %d\n0000000000 65535 f \n' % (len(objects) + 1)
    output += b''.join(b'%010d 00000 n \n' % offset for offset in offsets)
    output += b'trailer\n<</Size %d/Root 1 0 R/Info 7 0 R>>\nstartxref\n%d\n%%%%EOF\n' % (len(objects) + 1, start)
    path.write_bytes(output)


def write_plan(path: Path) -> None:
    lines = '0 SECTION 2 HEADER 9 $ACADVER 1 AC1009 0 ENDSEC 0 SECTION 2 ENTITIES'.split()

    def line(layer: str, x1: int, y1: int, x2: int, y2: int) -> None:
        lines.extend(map(str, (0, 'LINE', 8, layer, 10, x1, 20, y1, 11, x2, 21, y2)))

    def rectangle(layer: str, left: int, bottom: int, right: int, top: int) -> None:
        corners = [(left, bottom), (right, bottom), (right, top), (left, top), (left, bottom)]
        for (x1, y1), (x2, y2) in zip(corners, corners[1:]):
            line(layer, x1, y1, x2, y2)

    def text(y: int, height: int, value: str) -> None:
        lines.extend(map(str, (0, 'TEXT', 8, 'TEXT', 10, 0, 20, y, 40, height, 1, value)))

    rectangle('MACHINE', 0, 0, 1850, 900)
    rectangle('FOUNDATION', -300, -400, 2150, 1300)
    for x in (150, 1700):
        for y in (180, 720):
            lines.extend(map(str, (0, 'CIRCLE', 8, 'BOLTS', 10, x, 20, y, 40, 12)))
            line('CENTRE', x - 40, y, x + 40, y)
            line('CENTRE', x, y - 40, x, y + 40)
    text(-120, 60, 'CL 25 CAPSTAN LATHE, FOUNDATION PLAN')
    text(-220, 40, 'MACHINE 1850 x 900 MM, 780 KG. 4 BOLTS M20, 1550 x 540 MM')
    text(-300, 40, 'CONCRETE 2450 x 1700 x 250 MM. DRAWING KMT-25-010')
    path.write_text('\n'.join([*lines, '0', 'ENDSEC', '0', 'EOF', '']))


machines = json.loads((FOLDER.parent / 'machines.json').read_text())
write_sheet(next(each for each in machines if each.get('code') == 'CL 25'), FOLDER / 'cl-25-specification-sheet.pdf')
write_plan(FOLDER / 'cl-25-foundation-plan.dxf')
