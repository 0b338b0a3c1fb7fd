import { beforeEach, expect, test } from 'vitest';
import { makePlace } from '../../test-platform.ts';
import type { TestPlatform } from '../../test-platform.ts';

let platform: TestPlatform;
let path: string;
let search: string;

beforeEach( async () => {
	const made = await makePlace();
	platform = made.platform;
	const { urls } = await platform.services.webhooks.create(
		made.place,
		'test'
	);
	( { pathname: path, search } = new URL( urls.purgeCache ) );
} );

/** Calls an address without credentials, as other programs call webhooks. */
async function call( address: string, method = 'POST' ) {
	const response = await fetch( new URL( address, platform.url ), {
		method,
	} );
	return {
		status: response.status,
		text: await response.text(),
		challenge: response.headers.get( 'www-authenticate' ),
	};
}

test.each( [
	[ 'the beginning of its token', ( token: string ) => token.slice( 0, -1 ) ],
	[ 'one character of its token', ( token: string ) => token.slice( 0, 1 ) ],
	[ 'the end of its token', ( token: string ) => token.slice( 1 ) ],
	[ 'more than its token', ( token: string ) => `${ token }=` ],
	[ 'its token twice', ( token: string ) => token + token ],
	[
		'another token of the same length',
		( token: string ) => `${ token.slice( 0, -2 ) }.=`,
	],
	[ 'its token in lower case', ( token: string ) => token.toLowerCase() ],
] )( 'a webhook URL with %s is rejected', async ( _what, change ) => {
	const token = new URLSearchParams( search ).get( 'token' ) ?? '';
	expect( token ).toHaveLength( 28 );
	const given = new URLSearchParams( { token: change( token ) } );
	expect( await call( `${ path }?${ given }` ) ).toMatchObject( {
		status: 403,
	} );
} );

test( 'a webhook URL works as it was shown', async () => {
	expect( await call( path + search ) ).toMatchObject( { status: 200 } );
} );

test.each( [
	[ 'at its end', ( address: string ) => `${ address }/` ],
	[ 'twice at its end', ( address: string ) => `${ address }//` ],
	[
		'in its middle',
		( address: string ) => address.replace( '/webhooks/', '/webhooks//' ),
	],
] )(
	'a webhook URL with a slash too many %s answers 404 with the right address, without the token',
	async ( _where, change ) => {
		for ( const method of [ 'POST', 'GET' ] ) {
			const answer = await call( change( path ) + search, method );
			expect( answer ).toEqual( {
				status: 404,
				challenge: null,
				text: JSON.stringify( {
					message: `This webhook URL has a slash too many. Call ${ path }?token=… instead.`,
				} ),
			} );
		}
	}
);

test.each( [
	'/wh/v1/accounts',
	'/wh/v1/',
	'/wh/v1/accounts/acme/apps/shop/webhooks/webhook:nothing/',
] )( 'a webhook URL that does not exist answers 404: %s', async ( address ) => {
	expect( await call( address + search ) ).toEqual( {
		status: 404,
		challenge: null,
		text: JSON.stringify( {
			message:
				'No webhook has this address. Copy the whole URL from the settings of the environment.',
		} ),
	} );
} );
