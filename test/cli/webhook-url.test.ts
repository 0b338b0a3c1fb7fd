import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { webhookUrlFor } from '../../src/cli/webhook-url.ts';
import { WEBHOOK_ACTIONS } from '../../src/shared/actions.ts';

interface Golden {
	accepted: {
		name: string;
		url: string;
		recognized: { provider: string; token: string };
		urls?: Record< string, string >;
		localHosts?: string;
	}[];
	refused: { name: string; url: string; error: string }[];
}

const golden = JSON.parse(
	readFileSync(
		new URL( '../contract/webhook-urls.json', import.meta.url ),
		'utf8'
	)
) as Golden;

/** The plugin has a setting for private addresses; a user who enters a command has already decided. */
const accepted = golden.accepted.filter(
	( { recognized, localHosts = '127.0.0.1' } ) =>
		recognized.provider === 'wpe-headless' &&
		/^127\.0\.0\.1(:\d+)?$/.test( localHosts )
);
const refused = golden.refused.filter(
	( { error } ) => error !== 'headless_deploy_url_private'
);

describe( 'the contract file', () => {
	test.each( accepted )(
		'accepts $name and replaces the action',
		( { url, recognized } ) => {
			for ( const action of WEBHOOK_ACTIONS ) {
				const converted = webhookUrlFor( url, action );
				expect( converted.pathname ).toMatch(
					new RegExp( `/webhook(:|%3A)${ action }$` )
				);
				expect( [ ...converted.searchParams ] ).toEqual( [
					[ 'token', recognized.token ],
				] );
				expect( converted.hash ).toBe( '' );
			}
		}
	);

	test( 'returns the URLs of the contract file', () => {
		const [ first ] = accepted;
		for ( const action of WEBHOOK_ACTIONS ) {
			const { href, search } = webhookUrlFor( first?.url ?? '', action );
			expect( href.replace( search, '' ) ).toBe(
				first?.urls?.[ action ]
			);
		}
	} );

	test.each( refused )( 'rejects $name without quoting it', ( { url } ) => {
		let message = '';
		try {
			webhookUrlFor( url, 'rebuild' );
		} catch ( error ) {
			message = String( error );
		}
		expect( message ).toContain( 'The webhook URL is not valid' );
		const token = /token=([^&]+)/.exec( url )?.[ 1 ];
		expect( token !== undefined && message.includes( token ) ).toBe(
			false
		);
	} );
} );
