import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockHolder, tryLock, withLock } from '../../src/dev-kit/lock.mjs';
import { kitFile } from '../../src/dev-kit/paths.ts';
import { temporaryFolder } from './temporary-folder.ts';

async function holdElsewhere( file: string ) {
	const code = `
		import { tryLock } from ${ JSON.stringify( kitFile( 'lock.mjs' ) ) };
		console.log( tryLock( ${ JSON.stringify( file ) } ) ? 'held' : 'refused' );
		setInterval( () => {}, 1000 );`;
	const child = spawn(
		process.execPath,
		[ '--input-type=module', '-e', code ],
		{ stdio: [ 'ignore', 'pipe', 'inherit' ] }
	);
	const [ line ] = await once( child.stdout, 'data' );
	expect( String( line ) ).toBe( 'held\n' );
	return child;
}

describe( 'the lock', () => {
	it( 'the lock has one holder at a time and can be taken again', () => {
		const file = path.join( temporaryFolder(), 'deep', 'a.lock' );
		const release = tryLock( file );
		expect( release ).not.toBeNull();
		expect( tryLock( file ) ).toBeNull();
		release?.();
		expect( fs.existsSync( file ) ).toBe( false );
		expect( tryLock( file ) ).not.toBeNull();
	} );

	it( 'the lock is refused while another process holds it, and replaced after that one was killed', async () => {
		const file = path.join( temporaryFolder(), 'a.lock' );
		const other = await holdElsewhere( file );
		expect( tryLock( file ) ).toBeNull();
		expect( lockHolder( file )?.pid ).toBe( other.pid );
		other.kill( 'SIGKILL' );
		await once( other, 'exit' );
		expect( lockHolder( file )?.alive ).toBe( false );
		expect( tryLock( file ) ).not.toBeNull();
	} );

	it( 'the lock is replaced when another process has the number of the holder', () => {
		const file = path.join( temporaryFolder(), 'a.lock' );
		fs.writeFileSync( file, `${ process.pid } another-time x` );
		expect( tryLock( file ) ).not.toBeNull();
	} );

	it( 'the lock leaves no other files', () => {
		const folder = temporaryFolder();
		const file = path.join( folder, 'a.lock' );
		fs.writeFileSync( file, '999999999 long-ago x' );
		tryLock( file );
		tryLock( file );
		expect( fs.readdirSync( folder ) ).toEqual( [ 'a.lock' ] );
	} );

	it( 'the lock makes work wait, and is released when the work fails', async () => {
		const file = path.join( temporaryFolder(), 'a.lock' );
		const order: string[] = [];
		let go = (): void => {};
		const first = withLock(
			file,
			() =>
				new Promise< void >( ( resolve ) => {
					go = () => {
						order.push( 'first' );
						resolve();
					};
				} )
		);
		const second = withLock(
			file,
			async () => {
				order.push( 'second' );
				throw new Error( 'failed' );
			},
			() => go()
		);
		await first;
		await expect( second ).rejects.toThrow( 'failed' );
		expect( order ).toEqual( [ 'first', 'second' ] );
		expect( tryLock( file ) ).not.toBeNull();
	} );
} );
