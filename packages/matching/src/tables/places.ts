/** A list: countries, some regions and large cities. One place in several spellings; the first stands for all. */
const places = `
  afghanistan,afghan albania algeria,algerie,algerian angola argentina,argentine armenia australia,australian austria,osterreich azerbaijan
  bahrain bangladesh belarus,belorussia,belarusian belgium,belgique,belgie,belgian bolivia bosnia brazil,brasil,bresil,brazilian bulgaria
  cambodia cameroon,cameroun canada,canadian chad,tchad chile,chili china,chine,chinese,zhongguo colombia,colombie congo croatia,hrvatska cuba,cubana,cuban cyprus,chypre czech,czechia
  denmark,danmark,danemark,danish ecuador egypt,egypte,egyptian estonia,eesti ethiopia finland,suomi,finnish france,french,francaise,francais gabon georgia
  germany,deutschland,allemagne,alemania,german ghana greece,hellas,hellenic,greek guatemala guinea,guinee haiti honduras hungary,magyar
  iceland india,inde,indian indonesia,indonesian iran,iranian iraq,iraqi ireland,irish israel,israeli italy,italia,italie,italian,italiana jamaica japan,nippon,japon,japanese jordan,jordanie
  kazakhstan kenya korea,korean kuwait kyrgyzstan laos latvia lebanon,liban,lebanese liberia libya,libyan liechtenstein lithuania luxembourg,luxemburg
  macau,macao malaysia,malaysian mali malta mauritius,maurice mexico,mexique,mexicana,mexican moldova monaco mongolia montenegro morocco,maroc mozambique myanmar,burma
  namibia nepal netherlands,nederland,holland,dutch nicaragua niger nigeria,nigerian norway,norge,norvege,norwegian oman pakistan,pakistani palestine,palestinian panama paraguay peru,perou philippines
  poland,polska,pologne,polish portugal qatar romania,roumanie russia,rossiya,russie,russian,rossii rwanda,rwandan saudi,arabia senegal serbia,srbija singapore,singapour slovakia slovenia somalia,somali
  spain,espana,espagne,spanish sudan,soudan,sudanese sweden,sverige,swedish switzerland,schweiz,suisse,svizzera,swiss syria,syrie,syrian taiwan tajikistan tanzania thailand,thai togo tunisia,tunisie turkey,turkiye,turquie,turkish
  uganda ukraine,ukrainian,ukraina emirates,uae uruguay uzbekistan venezuela,venezolana vietnam yemen zambia zimbabwe usa,us america,american,americas britain,british,uk england scotland wales
  europe,european,europa,europeenne asia,asian,asie africa,african,afrique pacific atlantic mediterranean
  london,londres paris berlin madrid rome,roma moscow,moskva,moscou,moscovskiy petersburg,peterburg tehran,teheran damascus baghdad,bagdad kabul dubai sharjah beirut cairo,caire istanbul ankara
  beijing,pekin,peking shanghai shenzhen guangzhou hongkong tokyo osaka seoul pyongyang delhi mumbai,bombay karachi lahore york angeles chicago boston houston texas california florida
  toronto montreal sydney melbourne hamburg munich,munchen frankfurt vienna,wien zurich geneva,geneve brussels,bruxelles amsterdam rotterdam antwerp lyon marseille milan,milano barcelona lisbon,lisboa
  warsaw,warszawa prague,praha budapest bucharest sofia athens,athina kiev,kyiv minsk tbilisi baku yerevan crimea,krym sevastopol siberia,sibir ural urals volga caucasus bogota caracas lima santiago havana,habana
  johannesburg nairobi lagos casablanca tunis tripoli algiers,alger khartoum riyadh jeddah doha muscat aleppo,alep latakia homs basra mosul erbil
`

const readPlaces = () =>
  new Map(
    places
      .trim()
      .split(/\s+/)
      .flatMap((set) => set.split(',').map((word) => [word, set.split(',')[0] ?? word])),
  )

export const placeWords: ReadonlyMap<string, string> = readPlaces()
