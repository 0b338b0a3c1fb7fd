/**
 * A new provider of includes/Providers/Providers.php fails here until each of these places names it. The type checker
 * requires its name in src/panel/connections/webhook-target.ts.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { providerName } from '../../src/panel/connections/webhook-target.ts';
import { PROVIDERS } from '../../src/shared/wire.ts';

interface Contract {
	accepted: { recognized: { provider: string } }[];
	refused: { url: string }[];
}

const read = ( file: string ): string =>
	readFileSync( path.join( PROJECT, file ), 'utf8' );
const contract = ( file: string ) =>
	JSON.parse( read( `test/contract/${ file }` ) ) as Contract;

/** `Cloudflare` for Cloudflare Workers and Cloudflare Pages. */
function companyOf( name: string ): string {
	return name.replace( / (?:Workers|Pages)$/, '' );
}

function withoutSpaces( text: string ): string {
	return text.toLowerCase().replaceAll( ' ', '' );
}

const providers = PROVIDERS.filter( ( id ) => id !== 'generic' ).map(
	( id ) => ( { id, company: companyOf( providerName( id, '' ) ) } )
);

describe.each( providers )( 'the provider $id', ( { id, company } ) => {
	test( 'the provider has a row in docs/providers.md', () => {
		expect( read( 'docs/providers.md' ) ).toContain( `| \`${ id }\` |` );
	} );

	test( 'the provider has its terms and privacy policy in “External services” of readme.txt', () => {
		expect( read( 'readme.txt' ) ).toMatch(
			new RegExp(
				`^\\* ${ company }\\b.*\\[terms.*\\]\\(https://.+\\[privacy policy\\]\\(https://.+\\)$`,
				'm'
			)
		);
	} );

	test( 'the provider has a webhook URL in test/contract', () => {
		const recognized = [ 'webhook-urls.json', 'provider-urls.json' ]
			.flatMap( ( file ) => contract( file ).accepted )
			.map( ( { recognized: { provider } } ) => provider );
		expect( recognized ).toContain( id );
	} );

	test( 'the provider has its portal in Generic_Provider::PORTALS, and a page of it in test/contract/provider-urls.json', () => {
		const [ , list = '' ] =
			/ PORTALS = array\((.*?)\);/s.exec(
				read( 'includes/Providers/Generic_Provider.php' )
			) ?? [];
		const portals = [ ...list.matchAll( /'([^']+)'/g ) ]
			.map( ( [ , host = '' ] ) => host )
			.filter( ( host ) => host.includes( withoutSpaces( company ) ) );
		const rejected = contract( 'provider-urls.json' ).refused.filter(
			( { url } ) =>
				portals.some( ( host ) =>
					url.startsWith( `https://${ host }/` )
				)
		);
		expect( portals ).not.toEqual( [] );
		expect( rejected ).not.toEqual( [] );
	} );
} );

test( 'src/panel/connections/connect-help.tsx names each company with a deploy hook', () => {
	const [ sentence = '' ] =
		/'For .* paste the deploy hook/.exec(
			read( 'src/panel/connections/connect-help.tsx' )
		) ?? [];
	const missing = providers.filter(
		( { id, company } ) =>
			id !== 'wpe-headless' && ! sentence.includes( company )
	);
	expect( missing ).toEqual( [] );
} );
