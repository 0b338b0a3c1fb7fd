import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { recogniseHook } from '../../src/shared/webhook-provider.ts';
import { PROVIDERS } from '../../src/shared/wire.ts';

interface Golden {
	accepted: { name: string; url: string; recognised: object }[];
	refused: { name: string; url: string; error: string }[];
}

function golden( name: string ): Golden {
	return JSON.parse(
		readFileSync(
			new URL( `../contract/${ name }.json`, import.meta.url ),
			'utf8'
		)
	) as Golden;
}

const { accepted, refused } = golden( 'provider-urls' );

/** Which hosts may be called is the server's matter: only it knows the names of private addresses and the settings. */
const SERVER_ONLY: readonly string[] = [
	'headless_deploy_url_private',
	'headless_deploy_url_not_https',
];

/** These too are refused by the server, because of what their host or port is. */
const HOST_RULES =
	/number that some take|local network|port 0|beyond all ports/;

describe( 'the golden file', () => {
	test.each( accepted )( 'recognises $name', ( { url, recognised } ) => {
		expect( recogniseHook( url ) ).toEqual( recognised );
	} );

	test.each(
		refused.filter(
			( { name, error } ) =>
				! SERVER_ONLY.includes( error ) && ! HOST_RULES.test( name )
		)
	)( 'does not recognise $name', ( { url } ) => {
		expect( recogniseHook( url ) ).toBeNull();
	} );

	test( 'knows the hosts that the wire knows', () => {
		const seen = accepted.map(
			( { recognised } ) =>
				( recognised as { provider: string } ).provider
		);
		expect( [ ...new Set( [ 'wpe-headless', ...seen ] ) ].sort() ).toEqual(
			[ ...PROVIDERS ].sort()
		);
	} );

	test.each( golden( 'webhook-urls' ).accepted )(
		'leaves to others: $name',
		( { url } ) => {
			expect( recogniseHook( url ) ).toBeNull();
		}
	);
} );
