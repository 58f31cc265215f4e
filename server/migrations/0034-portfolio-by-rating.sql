-- The portfolio along its scores and along what ends next. Companies without one are found by walking the
-- portfolio itself, so they take no room here.
create index thirdparty_summary_legal_compliance on thirdparty_summary (account_id, legal_compliance, thirdparty_id)
  where legal_compliance is not null;
create index thirdparty_summary_financial_risk on thirdparty_summary (account_id, financial_risk, thirdparty_id)
  where financial_risk is not null;
create index thirdparty_summary_cybersecurity on thirdparty_summary (account_id, cybersecurity, thirdparty_id)
  where cybersecurity is not null;
create index thirdparty_summary_environmental_impact
  on thirdparty_summary (account_id, environmental_impact, thirdparty_id) where environmental_impact is not null;
create index thirdparty_summary_next_expiry on thirdparty_summary (account_id, next_expiry, thirdparty_id)
  where next_expiry is not null;
