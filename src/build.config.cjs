/**
 * What `npm run build` makes of the sources: each screen its own script, and what they share loaded once.
 */
const wordpress = require( '@wordpress/scripts/config/webpack.config' );

/** Each becomes `build/{name}.js`; `Admin\Compiled_Scripts` in PHP enqueues it behind `shared`. */
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
 * Webpack counts the screens as children of `shared`, so that WordPress' plugin would list what they need, the block
 * editor for one, among what `shared` needs: it would be loaded everywhere.
 */
class SharedNeedsNoScreen {
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

/** The minimizer prints a word to the translators at the call and again at what is called: one is enough. */
class CommentsOnce {
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

module.exports = {
	...wordpress,
	entry: {
		shared: './src/panel/shared.ts',
		// Comes to every page, of the site too, and so stands alone: the components would weigh too much there.
		'site-bar': './src/admin-bar/index.ts',
		...Object.fromEntries(
			Object.entries( SCREENS ).map( ( [ name, file ] ) => [
				name,
				{ import: file, dependOn: 'shared' },
			] )
		),
	},
	plugins: [
		...wordpress.plugins,
		new SharedNeedsNoScreen(),
		new CommentsOnce(),
	],
	optimization: {
		...wordpress.optimization,
		// Otherwise what `shared` merely lists is taken for unused, and each screen gets a copy.
		sideEffects: 'flag',
		// Whoever collects the texts of the built scripts looks for calls of `__`, also across files.
		mangleExports: false,
	},
};
