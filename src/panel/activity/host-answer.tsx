import type { Run } from '../../shared/wire.ts';
import { __ } from '../i18n.ts';

/** Shows what the host answered last, to those who may see it. */
export function HostAnswer( { run }: { run: Run } ) {
	const { response, httpStatus, build } = run;
	const said = [
		httpStatus === 0 ? '' : `HTTP ${ httpStatus }`,
		response?.excerpt || response?.message || '',
		build?.message ?? '',
	].filter( ( line ) => line !== '' );
	if ( response === null || said.length === 0 ) {
		return null;
	}
	return (
		<section>
			<h2>{ __( 'Host response', 'headless-deploy' ) }</h2>
			{ /* A box that scrolls has to be reached by keyboard. */ }
			<pre
				className="headless-deploy-run__answer"
				dir="ltr"

				tabIndex={ 0 }
			>
				{ said.join( '\n\n' ) }
			</pre>
			<p className="headless-deploy-secondary">
				{ __(
					'Secrets are masked before the response is stored.',
					'headless-deploy'
				) }
			</p>
		</section>
	);
}
