import { describe, expect, test } from 'vitest';
import {
	markLiveParts,
	readLivePage,
	readState,
	writeState,
} from '../../../src/reference-api/portal/live-regions.ts';

function page( main: string, title = 'Title' ): string {
	return markLiveParts(
		`<html><head><title>${ title }</title><link rel="icon" href="a.svg"></head><body class="x">${ main }</body></html>`
	);
}

function hashOf( main: string, id = 'a' ): string | undefined {
	return readLivePage( page( main ) ).parts.get( id );
}

describe( 'live parts', () => {
	test( 'are found with their own tags, nested elements of the same name too', () => {
		const { markup } = readLivePage(
			page(
				'<div\n\tclass="b"\n\tid="a"\n\tdata-live\n><div>1<br></div><div>2</div></div><div>no</div><dl id="c" data-live>3</dl>'
			)
		);
		expect( [ ...markup.keys() ] ).toEqual( [ 'a', 'c' ] );
		expect( markup.get( 'a' ) ).toMatch(
			/^<div[^>]+><div>1<br><\/div><div>2<\/div><\/div>$/
		);
		expect( markup.get( 'c' ) ).toMatch( />3<\/dl>$/ );
	} );

	test( 'have a name that changes with their content and their attributes', () => {
		const name = hashOf( '<p id="a" data-live>1</p>' );
		expect( name ).toMatch( /^[\w-]{10}$/ );
		expect( hashOf( '<p id="a" data-live>1</p><b>x</b>' ) ).toBe( name );
		expect( hashOf( '<p id="a" data-live>2</p>' ) ).not.toBe( name );
		expect( hashOf( '<p id="a" class="x" data-live>1</p>' ) ).not.toBe(
			name
		);
	} );

	test( 'stay the same while only a counted time goes on', () => {
		const at = ( words: string, width: number ) =>
			hashOf(
				`<p id="a" data-live><span data-since="T">${ words }</span><rect x="1" data-since="T" width="${ width }"></rect></p>`
			);
		expect( at( '26 s', 10 ) ).toBe( at( '27 s', 11 ) );
	} );

	test( 'are not made by what people write', () => {
		const { parts } = readLivePage(
			page( '<a title="x data-live id=&quot;e&quot;">data-live</a>' )
		);
		expect( [ ...parts ] ).toEqual( [] );
	} );

	test( 'take what looks like a replacement pattern as it is', () => {
		expect(
			readLivePage( page( '<p id="a" data-live>$& $1</p>' ) ).markup.get(
				'a'
			)
		).toContain( '>$& $1<' );
	} );

	test( 'name the title and the icon, too', () => {
		const head = readLivePage( page( '', 'One' ) );
		expect( head.head ).not.toBe( readLivePage( page( '', 'Two' ) ).head );
		expect( head.headMarkup ).toBe(
			'<title>One</title><link rel="icon" href="a.svg">'
		);
	} );

	test( 'that grow tell their place and what came', () => {
		const { place, grown, parts } = readLivePage(
			page( '<ol id="log" data-append="12.3"><li>x</li></ol>' )
		);
		expect( { place, grown, parts: parts.size } ).toEqual( {
			place: '12.3',
			grown: { id: 'log', lines: '<li>x</li>' },
			parts: 0,
		} );
	} );
} );

describe( 'what a page shows', () => {
	test( 'is one line, read as it was written', () => {
		const state = {
			head: 'h',
			parts: new Map( [
				[ 'a', '1' ],
				[ 'b', '2' ],
			] ),
			place: '12.3',
		};
		const line = writeState( state );
		expect( line ).not.toMatch( /\s/ );
		expect( readState( line ) ).toEqual( state );
	} );

	test.each( [ '', 'x', 'place=-1.2', 'place=1', 'place=1.2.3', '%%%' ] )(
		'is nothing when it is “%s”',
		( line ) => {
			expect( readState( line ).place ).toBe( '' );
		}
	);
} );
