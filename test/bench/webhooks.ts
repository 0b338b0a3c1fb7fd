/**
 * How many webhook calls the platform takes: a token-checked, recorded purge against a bare node:http server that
 * only says 200.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { median, printTable } from './statistics.ts';

const TURNS = 3;
const SECONDS_A_TURN = 4;
const CONNECTIONS = 20;

/**
 * Posts as fast as answers come.
 *
 * @param url Where to.
 * @return Answers a second.
 */
async function load( url: string ): Promise< number > {
	const result = await autocannon( {
		url,
		method: 'POST',
		connections: CONNECTIONS,
		duration: SECONDS_A_TURN,
	} );
	if ( result.non2xx > 0 || result.errors > 0 ) {
		throw new Error(
			`${ result.non2xx } answers were no success, ${ result.errors } calls failed.`
		);
	}
	return result.requests.average;
}

/** Starts the server to compare with. */
async function bareServer(): Promise< { url: string; close: () => void } > {
	const server = http.createServer( ( request, response ) => {
		request.resume();
		response.setHeader( 'content-type', 'application/json' );
		response.end( '{}' );
	} );
	await new Promise< void >( ( ready ) =>
		server.listen( 0, '127.0.0.1', ready )
	);
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${ port }/`,
		close: () => server.close(),
	};
}

/**
 * Runs the turns and prints the comparison.
 *
 * @param purgeUrl The platform's Purge Cache webhook.
 */
export async function benchWebhooks( purgeUrl: string ): Promise< void > {
	const bare = await bareServer();
	const counts: Record< 'bare' | 'platform', number[] > = {
		bare: [],
		platform: [],
	};
	for ( let count = 0; count < TURNS; count++ ) {
		counts.bare.push( await load( bare.url ) );
		counts.platform.push( await load( purgeUrl ) );
	}
	bare.close();
	const [ most, ours ] = [ median( counts.bare ), median( counts.platform ) ];
	printTable( `Webhook POSTs a second, ${ CONNECTIONS } connections`, [
		{
			what: 'bare node:http, nothing checked or kept',
			figure: `${ Math.round( most ) }/s`,
			ratio: '1.00',
		},
		{
			what: 'Purge Cache webhook: token checked, purge and call on disk before the answer',
			figure: `${ Math.round( ours ) }/s`,
			ratio: ( ours / most ).toFixed( 2 ),
		},
	] );
}
