<?php

declare( strict_types=1 );

if ( ! function_exists( 'acf_get_options_pages' ) ) {
	function acf_get_options_pages(): mixed {
		return $GLOBALS['headless_deploy_test_option_pages'] ?? array();
	}
}
