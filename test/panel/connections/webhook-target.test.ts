import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
	isSameTarget,
	targetOf,
} from '../../../src/panel/connections/webhook-target.ts';

interface Golden {
	accepted: {
		name: string;
		url: string;
		recognised: Record< string, string >;
	}[];
	refused: { name: string; url: string; error: string }[];
}

const GOLDEN = JSON.parse(
	readFileSync(
		join( import.meta.dirname, '../../contract/webhook-urls.json' ),
		'utf8'
	)
) as Golden;

/** What is refused for these belongs to no environment; other refusals are of URLs that do. */
const NO_TARGET: readonly string[] = [
	'headless_deploy_url_missing',
	'headless_deploy_url_has_credentials',
	'headless_deploy_url_not_a_webhook',
	'headless_deploy_token_missing',
	'headless_deploy_action_unknown',
];

describe( 'a pasted URL', () => {
	test.each( GOLDEN.accepted )(
		'belongs where the plugin says: $name',
		( { url, recognised } ) => {
			const { host, account, app, environment } = recognised;
			expect( targetOf( url ) ).toEqual( {
				host,
				account,
				app,
				environment,
			} );
		}
	);

	test.each(
		GOLDEN.refused.filter( ( { error } ) => NO_TARGET.includes( error ) )
	)( 'belongs nowhere: $name', ( { url } ) => {
		expect( targetOf( url ) ).toBeNull();
	} );
} );

describe( 'two webhooks', () => {
	const one = {
		host: 'js.wpengineapi.com',
		account: 'acme',
		app: 'storefront',
		environment: 'e1',
	};

	test( 'of the same environment are the same', () => {
		expect( isSameTarget( one, { ...one } ) ).toBe( true );
	} );

	test.each( [ 'host', 'account', 'app', 'environment' ] as const )(
		'that differ in %s are not',
		( part ) => {
			expect( isSameTarget( one, { ...one, [ part ]: 'x' } ) ).toBe(
				false
			);
		}
	);
} );
