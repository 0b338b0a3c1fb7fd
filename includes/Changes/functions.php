<?php

declare( strict_types=1 );

use HeadlessDeploy\Changes\Listeners\Request_Result;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

if ( ! function_exists( 'headless_deploy_request' ) ) {
	/**
	 * Requests a run, for example after an import. The request is recorded like a change of content: one run is sent
	 * after the quiet period, not in this request. It does nothing for an environment whose policy has no action for
	 * requests.
	 *
	 * Invalid arguments are reported by `_doing_it_wrong()` and ignored.
	 *
	 * @param  mixed $reason String: the reason, shown to users, for example `Import finished`.
	 * @param  mixed $args   Array with optional `environment`: ID of the only environment to run; and `action`: `rebuild`,
	 *                       `cleanRebuild`, `purgeCache` or `refresh` instead of the policy's action.
	 * @return bool  Whether any environment runs for it.
	 */
	function headless_deploy_request( mixed $reason = '', mixed $args = array() ): bool {
		$result = new Request_Result();
		/**
		 * Requests a run. Other plugins can fire it too.
		 *
		 * @param string         $reason The reason, shown to users.
		 * @param array          $args   Optional `environment` and `action`.
		 * @param Request_Result $result Receives whether the request was accepted; only for `headless_deploy_request()`.
		 */
		do_action( 'headless_deploy_request', $reason, $args, $result );
		return $result->is_accepted();
	}
}
