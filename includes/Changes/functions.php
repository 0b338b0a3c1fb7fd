<?php

declare( strict_types=1 );

use HeadlessDeploy\Changes\Listeners\Request_Result;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

if ( ! function_exists( 'headless_deploy_request' ) ) {
	/**
	 * Asks for a run, for example after an import. It is collected like any change of content: sent once, after the
	 * quiet period, and not in this request. An environment whose policy says nothing for requests does nothing.
	 *
	 * What is wrong with the arguments is told by `_doing_it_wrong()`; nothing breaks.
	 *
	 * @param  mixed $reason String: why, for people, for example `Import finished`.
	 * @param  mixed $args   Array, may have `environment`: id of the only environment meant; and `action`: `rebuild`,
	 *                       `cleanRebuild` or `purgeCache` instead of what the policy says.
	 * @return bool  Whether any environment does something for it.
	 */
	function headless_deploy_request( mixed $reason = '', mixed $args = array() ): bool {
		$result = new Request_Result();
		/**
		 * Asks for a run. Others fire it too.
		 *
		 * @param string         $reason Why, for people.
		 * @param array          $args   May name `environment` and `action`.
		 * @param Request_Result $result Learns whether it was noted; only for `headless_deploy_request()`.
		 */
		do_action( 'headless_deploy_request', $reason, $args, $result );
		return $result->is_accepted();
	}
}
