/** The requests that the plugin forwards to the host, as docs/rest.md lists them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';

function read( name: string ): string {
	return readFileSync( path.join( PROJECT, name ), 'utf8' );
}

function forwardedRequests(): { request: string; operation: string }[] {
	const [ , part = '' ] = read( 'docs/rest.md' ).split(
		'<!-- generated: forwarded requests -->'
	);
	const [ table = '' ] = part.split( '<!-- /generated -->' );
	return [ ...table.matchAll( /^\| `(.+)` \| `(.+)` \|$/gm ) ].map(
		( [ , request = '', operation = '' ] ) => ( { request, operation } )
	);
}

/** Methods and paths of the platform, by operation. */
function platformRequests(): Map< string, string > {
	const source = read( 'src/shared/platform-api.generated.ts' );
	const requests = new Map< string, string >();
	for ( const [ , at = '', methods = '' ] of source.matchAll(
		/^ {4}"([^"]+)": \{$(.+?)^ {4}\};$/gms
	) ) {
		for ( const [ , method = '', operation = '' ] of methods.matchAll(
			/(\w+): operations\["(\w+)"\]/g
		) ) {
			requests.set( operation, `${ method.toUpperCase() } ${ at }` );
		}
	}
	return requests;
}

test( 'every forwarded request is one of the platform’s API', () => {
	const platform = platformRequests();
	const forwarded = forwardedRequests();
	expect( forwarded.length ).toBeGreaterThan( 20 );
	expect(
		forwarded.filter(
			( { operation, request } ) => platform.get( operation ) !== request
		)
	).toEqual( [] );
} );

test( 'the request that reads the tokens of webhooks is not forwarded', () => {
	expect(
		forwardedRequests().map( ( { operation } ) => operation )
	).not.toContain( 'readWebhooks' );
} );
