import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
	choosePorts,
	findPort,
	holdPort,
	isFree,
} from '../../src/dev-kit/ports.ts';

/**
 * Takes a port that nobody else has.
 *
 * @param port A port, or 0 for any.
 */
async function take( host: string, port = 0 ): Promise< number > {
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
		'sees that a port is taken on %s',
		async ( host ) => {
			expect( await isFree( await take( host ) ) ).toBe( false );
		}
	);

	it( 'moves on from a taken port and from promised ones', async () => {
		const taken = await take( '127.0.0.1' );
		const next = await findPort( taken );
		expect( next ).toBeGreaterThan( taken );
		expect( await findPort( taken, [ next ] ) ).toBeGreaterThan( next );
	} );

	it( 'never chooses a port that browsers refuse', async () => {
		expect( await isFree( 6000 ) ).toBe( false );
		expect( await findPort( 6665 ) ).toBeGreaterThan( 6669 );
	} );
} );

describe( 'choosing the ports of a start', () => {
	it( 'puts the platform behind WordPress', async () => {
		const from = await findPort( 20_000 );
		const { wordpress, platform } = await choosePorts( from, null );
		expect( wordpress ).toBe( from );
		expect( platform ).toBeGreaterThan( wordpress );
	} );

	it( 'takes the remembered ones again, also when the same port is asked for', async () => {
		const wordpress = await findPort( 21_000 );
		const platform = await findPort( wordpress + 7 );
		const remembered = { wordpress, platform, frontEnd: null };
		expect( await choosePorts( null, remembered ) ).toEqual( remembered );
		expect( await choosePorts( wordpress, remembered ) ).toEqual(
			remembered
		);
	} );

	it( 'leaves the remembered ones when another port is asked for', async () => {
		const asked = await findPort( 22_000 );
		const { wordpress, platform } = await choosePorts( asked, {
			wordpress: 21_000,
			platform: 21_001,
			frontEnd: 21_002,
		} );
		expect( wordpress ).toBe( asked );
		expect( platform ).toBeGreaterThan( asked );
	} );

	it( 'moves WordPress on when its remembered port is taken', async () => {
		const taken = await take( '127.0.0.1' );
		const chosen = await choosePorts( null, {
			wordpress: taken,
			platform: taken + 1,
			frontEnd: null,
		} );
		expect( chosen.wordpress ).toBeGreaterThan( taken );
		expect( chosen.platform ).not.toBe( chosen.wordpress );
	} );

	it( 'does not move onto the port of the front end, which the platform opens first', async () => {
		const taken = await take( '127.0.0.1' );
		const frontEnd = await findPort( taken + 1 );
		const chosen = await choosePorts( null, {
			wordpress: taken,
			platform: taken,
			frontEnd,
		} );
		expect( chosen.wordpress ).toBeGreaterThan( frontEnd );
		expect( chosen.platform ).toBeGreaterThan( chosen.wordpress );
		expect( chosen.frontEnd ).toBe( frontEnd );
	} );
} );

describe( 'holding a port', () => {
	it( 'keeps others from it until it is given back', async () => {
		const port = await findPort( 24_000 );
		const release = await holdPort( port );
		expect( await isFree( port ) ).toBe( false );
		await release();
		expect( await isFree( port ) ).toBe( true );
	} );
} );
