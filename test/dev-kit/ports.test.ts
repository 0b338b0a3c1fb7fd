import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
	choosePorts,
	describeMove,
	findPort,
	isFree,
} from '../../src/dev-kit/ports.ts';

/** @param port A port; 0 for any free one. */
async function listenOn( host: string, port = 0 ): Promise< number > {
	const server = net.createServer();
	await new Promise< void >( ( resolve, reject ) => {
		server.once( 'error', reject );
		server.listen( { port, host }, resolve );
	} );
	onTestFinished( () => void server.close() );
	return ( server.address() as net.AddressInfo ).port;
}

describe( 'finding ports', () => {
	it.each( [ '127.0.0.1', '0.0.0.0' ] )(
		'detects that a port is in use on %s',
		async ( host ) => {
			expect( await isFree( await listenOn( host ) ) ).toBe( false );
		}
	);

	it( 'skips ports that are in use or reserved', async () => {
		const taken = await listenOn( '127.0.0.1' );
		const next = await findPort( taken );
		expect( next ).toBeGreaterThan( taken );
		expect( await findPort( taken, [ next ] ) ).toBeGreaterThan( next );
	} );

	it( 'never chooses a port that browsers block', async () => {
		expect( await isFree( 6000 ) ).toBe( false );
		expect( await findPort( 6665 ) ).toBeGreaterThan( 6669 );
	} );
} );

describe( 'choosing the ports of a start', () => {
	it( 'gives the platform a port after the one of WordPress', async () => {
		const from = await findPort( 20_000 );
		const { wordpress, platform } = await choosePorts( from, null );
		expect( wordpress ).toBe( from );
		expect( platform ).toBeGreaterThan( wordpress );
	} );

	it( 'uses the ports of the last start, also when the same port is requested', async () => {
		const wordpress = await findPort( 21_000 );
		const platform = await findPort( wordpress + 7 );
		const last = { wordpress, platform, frontEnd: null };
		const chosen = { ...last, moved: [] };
		expect( await choosePorts( null, last ) ).toEqual( chosen );
		expect( await choosePorts( wordpress, last ) ).toEqual( chosen );
	} );

	it( 'ignores the ports of the last start when another port is requested', async () => {
		const requested = await findPort( 22_000 );
		const { wordpress, platform } = await choosePorts( requested, {
			wordpress: 21_000,
			platform: 21_001,
			frontEnd: 21_002,
		} );
		expect( wordpress ).toBe( requested );
		expect( platform ).toBeGreaterThan( requested );
	} );

	it( 'uses the next free port for WordPress when its last port is in use, and keeps the others', async () => {
		const taken = await listenOn( '127.0.0.1' );
		const platform = await findPort( taken + 1 );
		const frontEnd = await findPort( platform + 1 );
		const last = { wordpress: taken, platform, frontEnd };
		const chosen = await choosePorts( null, last );
		expect( chosen ).toMatchObject( { platform, frontEnd } );
		expect( chosen.wordpress ).toBeGreaterThan( frontEnd );
	} );

	it( 'says which port is in use, and which is used instead', async () => {
		const taken = await listenOn( '127.0.0.1' );
		const { wordpress, platform, moved } = await choosePorts( taken, null );
		expect( moved.map( describeMove ) ).toEqual( [
			`WordPress runs on port ${ wordpress }, because ${ taken } is in use.`,
		] );
		expect( platform ).toBeGreaterThan( wordpress );
	} );

	it( 'says so for the platform too', async () => {
		const taken = await listenOn( '127.0.0.1' );
		const wordpress = await findPort( 21_000 );
		const { platform, moved } = await choosePorts( null, {
			wordpress,
			platform: taken,
			frontEnd: null,
		} );
		expect( moved.map( describeMove ) ).toEqual( [
			`The platform runs on port ${ platform }, because ${ taken } is in use.`,
		] );
	} );

	it( 'says that browsers block the requested port', async () => {
		const { wordpress, moved } = await choosePorts( 6000, null );
		expect( moved.map( describeMove )[ 0 ] ).toBe(
			`WordPress runs on port ${ wordpress }, because browsers block 6000.`
		);
	} );
} );
