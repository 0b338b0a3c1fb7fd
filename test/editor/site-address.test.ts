import { expect, test } from 'vitest';
import { siteAddress } from '../../src/editor/site-address.ts';

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
		expect( siteAddress( frontEnd, permalink ) ).toBe( address );
	}
);

test.each( [
	[ '', 'http://wp.test/hello/' ],
	[ 'https://www.acme.example', '' ],
] )( 'finds no page from “%s” and “%s”', ( frontEnd, permalink ) => {
	expect( siteAddress( frontEnd, permalink ) ).toBeNull();
} );
