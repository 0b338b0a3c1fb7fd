import { expect, onTestFinished, test } from 'vitest';
import { duration } from '../../src/ui/duration.ts';

test.each( [
	[ 5, '0.1 s' ],
	[ 430, '0.4 s' ],
	[ 10_000, '10 s' ],
	[ 108_000, '1 min 48 s' ],
	[ 119_600, '2 min' ],
] )( 'shows %d ms as %s', ( tookMs, text ) => {
	expect( duration( tookMs ) ).toBe( text );
} );

test.each( [
	[ 'de-DE', '0,3 s' ],
	[ 'pt-PT-ao90', '0.3 s' ],
] )( 'shows 300 ms on a page in %s as %s', ( lang, text ) => {
	document.documentElement.lang = lang;
	onTestFinished( () => document.documentElement.removeAttribute( 'lang' ) );
	expect( duration( 300 ) ).toBe( text );
} );
