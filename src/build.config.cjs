/** The scripts that `npm run build` makes: one for each screen, and one with the modules that they share. */
const { writeFileSync } = require( 'node:fs' );
const path = require( 'node:path' );
const wordpress = require( '@wordpress/scripts/config/webpack.config' );

/** Each becomes `build/{name}.js`. `Admin\Compiled_Scripts` in PHP enqueues it after `shared`. */
const SCREENS = {
	overview: './src/panel/overview/index.tsx',
	activity: './src/panel/activity/index.tsx',
	automation: './src/panel/automation/index.tsx',
	connections: './src/panel/connections/index.tsx',
	editor: './src/editor/index.tsx',
	classic: './src/editor/classic.tsx',
	'admin-bar': './src/admin-bar/index.ts',
};

/**
 * Webpack treats the screens as children of `shared`. WordPress's plugin would therefore list the dependencies of the
 * screens, for example the block editor, as dependencies of `shared`, which all pages load.
 */
class SharedDependencies {
	apply( compiler ) {
		const { name } = this.constructor;
		compiler.hooks.thisCompilation.tap( name, ( compilation ) => {
			const stage =
				compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ANALYSE - 1;
			compilation.hooks.processAssets.tap( { name, stage }, () => {
				const shared = compilation.entrypoints.get( 'shared' );
				for ( const screen of [ ...shared.getChildren() ] ) {
					shared.removeChild( screen );
				}
			} );
		} );
	}
}

/** The minimizer writes a comment for translators twice: at the call and at the called function. */
class UniqueTranslatorComments {
	apply( compiler ) {
		const { name } = this.constructor;
		const { Compilation, sources } = compiler.webpack;
		const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
		compiler.hooks.thisCompilation.tap( name, ( compilation ) =>
			compilation.hooks.processAssets.tap( { name, stage }, ( assets ) =>
				Object.keys( assets )
					.filter( ( file ) => file.endsWith( '.js' ) )
					.forEach( ( file ) =>
						compilation.updateAsset(
							file,
							( asset ) =>
								new sources.RawSource(
									String( asset.source() ).replace(
										/(\/\*\s*translators:[^*]*\*\/)\s*\1/g,
										'$1'
									)
								)
						)
					)
			)
		);
	}
}

/** Tools that collect the texts of compiled scripts search for calls of `__`. The names of all other exports are shortened. */
class TranslationFunctionNames {
	apply( compiler ) {
		const { name } = this.constructor;
		compiler.hooks.compilation.tap( name, ( { hooks, moduleGraph } ) =>
			hooks.optimizeDependencies.tap( name, ( modules ) => {
				for ( const module of modules ) {
					if ( module.resource?.endsWith( '/src/ui/i18n.ts' ) ) {
						for ( const info of moduleGraph.getExportsInfo( module )
							.exports ) {
							info.canMangleProvide = false;
						}
					}
				}
			} )
		);
	}
}

/** Writes the licenses of the bundled modules. All compilations share one object, because the plugin has one list. */
class ThirdPartyLicenses {
	#modules = new Map();
	#names = new Map();

	apply( compiler ) {
		const { name } = this.constructor;
		compiler.hooks.afterEmit.tap( name, ( compilation ) => {
			// Here, because the browser tests read the entries of this file, and Playwright compiles no TypeScript for it.
			const thirdParty = require( './third-party/write.ts' );
			const { outputPath } = compiler;
			this.#modules.set( compiler.name, bundledModules( compilation ) );
			this.#names.set( compiler.name, reportedModules( compilation ) );
			const all = [ ...this.#modules.values() ].flat();
			thirdParty.writeThirdPartyFiles( outputPath, {}, all );
			// A test compares the licenses with it. The zip does not contain it.
			writeFileSync(
				path.join( outputPath, '.modules.json' ),
				JSON.stringify( Object.fromEntries( this.#names ) )
			);
		} );
	}
}

/** The paths of the modules in the compiled files. */
function bundledModules( { chunks, chunkGraph } ) {
	const paths = [];
	const add = ( module ) => {
		if ( module.modules ) {
			module.modules.forEach( add );
			return;
		}
		if ( module.type === 'runtime' ) {
			paths.push( '\0webpack/runtime' );
		}
		paths.push( module.nameForCondition?.() );
		// Sass puts all files into one module.
		for ( const file of module.buildInfo?.fileDependencies ?? [] ) {
			paths.push( /\.(?:s?css|sass)$/.test( file ) && file );
		}
	};
	for ( const chunk of chunks ) {
		for ( const module of chunkGraph.getChunkModules( chunk ) ) {
			add( module );
		}
	}
	return paths.filter( Boolean );
}

/** The names of the modules in the compiled files, as webpack itself reports them. */
function reportedModules( compilation ) {
	const { chunks } = compilation.getStats().toJson( {
		all: false,
		chunks: true,
		chunkModules: true,
		nestedModules: true,
		dependentModules: true,
		runtimeModules: true,
		chunkModulesSpace: Infinity,
		nestedModulesSpace: Infinity,
	} );
	const namesOf = ( modules ) =>
		modules.flatMap( ( module ) =>
			module.modules ? namesOf( module.modules ) : [ module.name ]
		);
	return namesOf( chunks.flatMap( ( chunk ) => chunk.modules ) ).sort();
}

const common = {
	...wordpress,
	optimization: {
		...wordpress.optimization,
		// Without this flag, exports that `shared` only lists count as unused, and each screen gets a copy.
		sideEffects: 'flag',
	},
	plugins: [
		...wordpress.plugins,
		new TranslationFunctionNames(),
		new UniqueTranslatorComments(),
		new ThirdPartyLicenses(),
	],
};

const panel = {
	...common,
	name: 'panel',
	entry: {
		shared: './src/panel/shared.ts',
		...Object.fromEntries(
			Object.entries( SCREENS ).map( ( [ name, file ] ) => [
				name,
				{ import: file, dependOn: 'shared' },
			] )
		),
		'mount-screen': {
			import: './src/panel/mount-screen.tsx',
			dependOn: 'shared',
			library: {
				name: [ 'headlessDeployPanel', 'mountScreen' ],
				type: 'window',
				export: 'mountScreen',
			},
		},
	},
	plugins: [ ...common.plugins, new SharedDependencies() ],
};

/** Compilations after that of the panel, which keep what it has built. */
const apart = {
	...common,
	dependencies: [ 'panel' ],
	output: { ...wordpress.output, clean: false },
};

/**
 * All pages, also those of the site, load this script. It does not use `shared`, which is too large for that. Built apart,
 * its modules become one scope, which is a tenth smaller.
 */
const siteBar = {
	...apart,
	name: 'site-bar',
	entry: { 'site-bar': './src/admin-bar/index.ts' },
};

/**
 * Webpack adds the code that runs CommonJS modules to `shared`, which all pages load. Only the libraries of the hosting
 * screens are such modules, so these screens are built apart, and get what they use of `shared` from `mount-screen`.
 */
const hosting = {
	...apart,
	name: 'hosting',
	entry: { hosting: './src/panel/hosting/index.tsx' },
	externals: { '../mount-screen.tsx': 'window headlessDeployPanel' },
};

module.exports = [ panel, siteBar, hosting ];
