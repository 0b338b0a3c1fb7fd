import { expect, test } from 'vitest';
import { programName } from '../../../src/reference-api/faults/user-agent.ts';

test.each( [
	[ 'WordPress/7.1; https://blog.example', 'WordPress 7.1' ],
	[ 'curl/8.14.1', 'curl 8.14' ],
	[ 'node', 'node' ],
	[ 'GuzzleHttp/7', 'GuzzleHttp 7' ],
	[
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
		'Chrome 142',
	],
	[
		'Mozilla/5.0 (X11; rv:145.0) Gecko/20100101 Firefox/145.0',
		'Firefox 145',
	],
	[ '', 'Unknown' ],
	[ undefined, 'Unknown' ],
	[ ';;;', 'Unknown' ],
	[ 'a'.repeat( 500 ), 'a'.repeat( 60 ) ],
] )( '%s is called %s', ( agent, name ) => {
	expect( programName( agent ) ).toBe( name );
} );
