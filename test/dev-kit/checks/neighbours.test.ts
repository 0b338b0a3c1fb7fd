import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findPlugins, withRequired } from '../../neighbours/plugins.ts';
import { startingRuns } from '../../neighbours/recorded.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let folder: string;

beforeEach( () => {
	folder = temporaryFolder();
} );

function addPlugin( slug: string, file: string, header: string ): void {
	fs.mkdirSync( path.join( folder, slug ) );
	fs.writeFileSync(
		path.join( folder, slug, file ),
		`<?php\n/**\n${ header }\n */\n`
	);
}

test( 'finds the file, the name and the version of each plugin', () => {
	addPlugin( 'shop', 'index.php', ' * Nothing' );
	addPlugin( 'seo', 'main.php', ' * Plugin Name: SEO\n * Version: 2.1' );
	fs.writeFileSync( path.join( folder, 'readme.txt' ), 'Plugin Name: No' );

	expect( findPlugins( folder ) ).toEqual( [
		{
			slug: 'seo',
			folder: path.join( folder, 'seo' ),
			file: 'seo/main.php',
			name: 'SEO',
			version: '2.1',
			requires: [],
		},
	] );
} );

test( 'a folder that does not exist has no plugins', () => {
	expect( findPlugins( path.join( folder, 'none' ) ) ).toEqual( [] );
} );

test( 'plugins that another one requires come first', () => {
	addPlugin( 'shop', 'a.php', 'Plugin Name: Shop' );
	addPlugin(
		'payments',
		'a.php',
		'Plugin Name: Payments\nRequires Plugins: shop'
	);
	const [ payments, shop ] = findPlugins( folder );

	expect(
		withRequired( payments!, [ payments!, shop! ] ).map(
			( { slug } ) => slug
		)
	).toEqual( [ 'shop', 'payments' ] );
	expect( () => withRequired( payments!, [ payments! ] ) ).toThrow(
		'payments requires shop, which is not in the folder.'
	);
} );

test( 'a change that only refreshes starts no run', () => {
	expect(
		startingRuns( [
			{ lane: 'refresh', text: 'updated post 1' },
			{ lane: 'refresh', text: 'updated post 2' },
			{ lane: 'build', text: 'updated post 2' },
			{ lane: 'build', text: 'updated post 2' },
		] )
	).toEqual( [ 'updated post 2' ] );
} );
