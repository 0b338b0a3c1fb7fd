/** Reads the files with which a code host manages the repository. */
import fs from 'node:fs';
import path from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { PROJECT } from '../../../src/dev-kit/paths.ts';

export function read( name: string ): string {
	return fs.readFileSync( path.join( PROJECT, name ), 'utf8' );
}

/** @return Paths relative to the project. */
export function yamlFilesIn( folder: string ): string[] {
	return fs
		.readdirSync( path.join( PROJECT, folder ) )
		.filter( ( name ) => /\.ya?ml$/.test( name ) )
		.map( ( name ) => `${ folder }/${ name }` );
}

/** The caller names the type, and its tests check what they use of it. */
export function readYaml< T >( name: string ): T {
	return parseYaml( read( name ) ) as T;
}
