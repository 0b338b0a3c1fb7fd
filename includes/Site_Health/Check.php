<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

/**
 * One test of Site Health.
 */
interface Check {
	public function run(): Result;
}
