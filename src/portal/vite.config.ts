/** Builds the portal’s files, which the reference API serves. */
import { gzipSync } from 'node:zlib';
import path from 'node:path';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const ROOT = path.resolve( import.meta.dirname, '../..' );

/** The address that the reference API serves the files at. */
const BASE = '/portal/';

/** Adds a compressed copy of each script and stylesheet, so that the server never compresses. */
function gzipCopies(): Plugin {
	return {
		name: 'gzip-copies',
		generateBundle: {
			// Vite itself still changes the scripts that import others.
			order: 'post',
			handler( _options, bundle ) {
				for ( const [ name, file ] of Object.entries( bundle ) ) {
					if ( /\.(?:js|css)$/.test( name ) ) {
						const source =
							file.type === 'chunk' ? file.code : file.source;
						this.emitFile( {
							type: 'asset',
							fileName: `${ name }.gz`,
							source: gzipSync( source, { level: 9 } ),
						} );
					}
				}
			},
		},
	};
}

export default defineConfig( {
	root: import.meta.dirname,
	base: BASE,
	plugins: [ gzipCopies() ],
	define: {
		'process.env.NODE_ENV': '"production"',
		// Packages of WordPress test it.
		'globalThis.SCRIPT_DEBUG': 'false',
	},
	build: {
		outDir: path.join( ROOT, 'dist', 'portal' ),
		emptyOutDir: true,
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		// Swagger UI is one large file, which only its own page loads.
		chunkSizeWarningLimit: 2_000,
		rolldownOptions: {
			onwarn( warning, warn ) {
				// “use client” means nothing outside of server components.
				if ( warning.code !== 'MODULE_LEVEL_DIRECTIVE' ) {
					warn( warning );
				}
			},
		},
	},
} );
