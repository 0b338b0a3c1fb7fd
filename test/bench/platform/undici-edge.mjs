/**
 * What developers would write instead of the platform's edge: node:http in front, undici's cache interceptor behind it.
 * Takes a port and the application's address.
 */
import http from 'node:http';
import { Agent, interceptors, request } from 'undici';

const [ port, application ] = process.argv.slice( 2 );
const dispatcher = new Agent().compose( interceptors.cache() );

http.createServer( async ( asked, response ) => {
	if ( ! application || asked.url === '/' ) {
		response.end( 'ready' );
		return;
	}
	const answer = await request( new URL( asked.url ?? '/', application ), {
		dispatcher,
	} );
	response.writeHead( answer.statusCode, answer.headers );
	answer.body.pipe( response );
} ).listen( Number( port ), '127.0.0.1' );
