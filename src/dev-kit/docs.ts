/** `npm run docs`: writes the parts of docs/ that come from the code. */
import { prepareResources } from './checks/resources.ts';
import { capture } from './commands.ts';
import { describeError } from './kit-error.ts';
import { NODE, kitFile } from './paths.ts';
import { makeProgress } from './progress.ts';

try {
	const { php, testWordpress } = await prepareResources(
		new Set( [ 'php', 'composer', 'wordpress' ] ),
		new Set(),
		makeProgress( console.log )
	);
	const { code, stdout, stderr } = await capture(
		NODE,
		[ kitFile( 'docs/generate.ts' ), php ],
		{
			env: {
				...process.env,
				HEADLESS_DEPLOY_TEST_WORDPRESS: testWordpress,
			},
		}
	);
	console.log( `${ stdout }${ stderr }`.trim() || 'docs/ is up to date.' );
	process.exit( code );
} catch ( error ) {
	console.error( `\n✗ ${ describeError( error ) }\n` );
	process.exit( 1 );
}
