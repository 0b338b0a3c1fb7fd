<?php

declare( strict_types=1 );

if ( ! function_exists( 'bbp_get_topic_post_type' ) ) {
	function bbp_get_topic_post_type(): string {
		return 'forum_topic';
	}
}
