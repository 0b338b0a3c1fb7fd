import { expect, test } from 'vitest';
import { frontEndPostUrl } from '../../src/editor/front-end-post-url.ts';

test.each( [
	[
		'https://www.acme.example',
		'http://wp.test/hello/',
		'https://www.acme.example/hello/',
	],
	[
		'https://www.acme.example/',
		'http://wp.test/hello/',
		'https://www.acme.example/hello/',
	],
	[
		'https://acme.example/shop/',
		'http://wp.test/hello',
		'https://acme.example/shop/hello',
	],
	[
		'http://localhost:3000',
		'http://wp.test/?p=12',
		'http://localhost:3000/?p=12',
	],
] )(
	'finds on %s for the post %s the page %s',
	( frontEnd, permalink, address ) => {
		expect( frontEndPostUrl( frontEnd, permalink ) ).toBe( address );
	}
);

test.each( [
	[ '', 'http://wp.test/hello/' ],
	[ 'https://www.acme.example', '' ],
] )( 'finds no page from “%s” and “%s”', ( frontEnd, permalink ) => {
	expect( frontEndPostUrl( frontEnd, permalink ) ).toBeNull();
} );
