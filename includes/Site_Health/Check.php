<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

/**
 * One test of Site Health.
 */
interface Check {
	/**
	 * Returns the ID of the test, with the plugin's prefix.
	 */
	public function id(): string;

	public function label(): string;

	public function run(): Result;
}
