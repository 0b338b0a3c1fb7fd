import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hostingClient } from '../../../src/dev-kit/stack/hosting-client.ts';
import { servePlatform } from '../../../src/dev-kit/stack/platform-server.ts';
import { temporaryFolder } from '../../reference-api/temporary-folder.ts';

test( 'reports the edge of each environment, which WordPress may then call', async () => {
	const folder = await temporaryFolder();
	const reported: string[][] = [];
	const platform = await servePlatform( {
		port: 0,
		reservedPorts: [],
		data: path.join( folder, 'data' ),
		password: 'correct-horse',
		wordpressUrl: 'http://127.0.0.1:9',
		log: path.join( folder, 'platform.log' ),
		onEdges: ( hosts ) => reported.push( hosts ),
	} );
	onTestFinished( async () => {
		await platform.stop();
	} );
	const hosting = hostingClient( platform.url, 'correct-horse' );
	const { edgeUrl } = await hosting.ensureEnvironment();
	await expect
		.poll( () => reported.at( -1 ) )
		.toEqual( [ new URL( edgeUrl ).host ] );
} );
