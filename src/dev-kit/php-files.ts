import path from 'node:path';
import { listFiles } from './files.ts';
import { PROJECT } from './paths.ts';

const FOLDERS = [ 'includes', 'src', 'test' ];
const TOP = [ 'plugin.php', 'uninstall.php' ];

/** Lists the PHP files, as paths below the project. */
export function phpFiles(): string[] {
	return [
		...TOP,
		...FOLDERS.flatMap( ( folder ) =>
			listFiles( path.join( PROJECT, folder ), [ 'node_modules' ] )
				.filter( ( name ) => name.endsWith( '.php' ) )
				.map( ( name ) => `${ folder }/${ name }` )
		),
	];
}
